"""What is left out of a notebook when a reader saves it: the live half of an explorer, and what changes by itself.

JupyterLab stores that an explorer was shown live, but not the explorer, which is gone with its kernel; opened again,
the notebook would say "model not found". Without that note JupyterLab shows what is stored beside it, the picture.

JupyterLab also notes the version of Python, and once more which outputs are folded. Without these notes a lesson that was
opened, run and saved is the file that it was.
"""

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def keep_pictures(model, **kwargs):
    """Drop the live half of each output that has a picture beside it, and what changes by itself.

    This is a pre-save hook of Jupyter's contents manager.

    Parameters
    ----------
    model : dict
        What is about to be saved; its content is changed in place if it is a notebook.
    **kwargs
        What else Jupyter hands to such a hook, the path among it; not used.

    Examples
    --------
    >>> output = {"data": {"image/png": "...", "application/vnd.jupyter.widget-view+json": {"model_id": "0"}}}
    >>> keep_pictures({"type": "notebook", "content": {"cells": [{"outputs": [output]}]}})
    >>> print(output)
    {'data': {'image/png': '...'}}
    """
    if model.get("type") != "notebook":
        return
    metadata = model["content"].get("metadata", {})
    if "name" in metadata.get("language_info", {}):
        metadata["language_info"] = {"name": metadata["language_info"]["name"]}
    for cell in model["content"].get("cells", ()):
        if "outputs_hidden" in cell.get("metadata", {}).get("jupyter", {}):
            cell["metadata"].pop("collapsed", None)
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if "image/png" in data:
                data.pop(WIDGET_VIEW, None)
