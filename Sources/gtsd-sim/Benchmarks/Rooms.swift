// Who imports GTSDBench imports the studies below it.
@_exported public import GTSDStudies
