// A test of a client against the simulated backend needs the search, too.
@_exported public import InterleavingTesting
