import Statistics

/// Small pictures in the cells of tables on pages.
package enum PageDrawing {
  /// A share as a bar of the cell's width.
  package static func shareBar(_ share: Double) -> String {
    """
    <svg width="100%" height="22" aria-hidden="true">\
    <rect class="track" width="100%" height="22" rx="5"/><rect class="dot" width="\(at(share * 100))%" height="22" rx="5"/>\
    </svg>
    """
  }

  /// A coordinate with at most two decimals. A coordinate halfway between two roundings is rounded in the same way
  /// after its figures were written with nine digits and read back.
  package static func at(_ coordinate: Double) -> String { Wording.short(coordinate, 2) }
}
