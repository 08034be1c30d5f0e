// Every file of the command knows what a command line means.
@_exported import GTSDCommandLine
