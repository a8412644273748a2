"""The course's pictures: a pure data function, a drawing on given axes, a Picture with its text."""

from pe_lessons.lazy import attach

TYPE_CHECKING = False
if TYPE_CHECKING:  # for tools that read and do not run; a test compares it with the names below
    from .adding import plot_position_share, position_share
    from .beyond import plot_beyond_training
    from .clock import plot_hands
    from .formats import angle_errors, plot_angle_errors
    from .frequencies import plot_scales, plot_waves, plot_wavelengths
    from .gaze import plot_gaze
    from .learned import mean_attention, plot_attention_maps, plot_offset_maps, plot_table_learning
    from .limits import plot_returns, plot_row_distances, plot_slow_pair
    from .marks import plot_class
    from .order import first_ideas, plot_first_ideas, plot_outputs_by_word, steps
    from .picture import Picture
    from .relative import plot_bias_curves, plot_gaze_by_distance, plot_score_curves, plot_stretched
    from .shift import plot_offset_products, plot_shift_matrices, plot_shift_residuals
    from .tables import plot_layouts, plot_table, plot_tables
    from .trained import plot_circles, plot_moved_rows, plot_trained_table

__getattr__, __dir__, __all__ = attach(__name__, {
    "adding": ["plot_position_share", "position_share"],
    "beyond": ["plot_beyond_training"],
    "clock": ["plot_hands"],
    "formats": ["angle_errors", "plot_angle_errors"],
    "frequencies": ["plot_scales", "plot_waves", "plot_wavelengths"],
    "gaze": ["plot_gaze"],
    "learned": ["mean_attention", "plot_attention_maps", "plot_offset_maps", "plot_table_learning"],
    "limits": ["plot_returns", "plot_row_distances", "plot_slow_pair"],
    "marks": ["plot_class"],
    "order": ["first_ideas", "plot_first_ideas", "plot_outputs_by_word", "steps"],
    "picture": ["Picture"],
    "relative": ["plot_bias_curves", "plot_gaze_by_distance", "plot_score_curves", "plot_stretched"],
    "shift": ["plot_offset_products", "plot_shift_matrices", "plot_shift_residuals"],
    "tables": ["plot_layouts", "plot_table", "plot_tables"],
    "trained": ["plot_circles", "plot_moved_rows", "plot_trained_table"],
})
