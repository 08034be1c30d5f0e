// Who imports GTSDBench imports the studies below it, and what a command line means.
@_exported public import GTSDCommandLine
@_exported public import GTSDLoad
@_exported public import GTSDStudies
