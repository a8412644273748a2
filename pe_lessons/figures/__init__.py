"""The course's pictures: a pure data function, a drawing on given axes, a Picture with its text."""

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

__all__ = [
    "Picture", "angle_errors", "first_ideas", "mean_attention", "plot_angle_errors", "plot_attention_maps",
    "plot_beyond_training", "plot_bias_curves", "plot_circles", "plot_class", "plot_first_ideas", "plot_gaze",
    "plot_gaze_by_distance", "plot_hands", "plot_layouts", "plot_moved_rows", "plot_offset_maps",
    "plot_offset_products", "plot_outputs_by_word", "plot_position_share", "plot_returns", "plot_row_distances",
    "plot_scales", "plot_score_curves", "plot_shift_matrices", "plot_shift_residuals", "plot_slow_pair",
    "plot_stretched", "plot_table", "plot_table_learning", "plot_tables", "plot_trained_table",
    "plot_wavelengths", "plot_waves", "position_share", "steps",
]
