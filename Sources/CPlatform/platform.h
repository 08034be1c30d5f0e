#pragma once

// What Swift has no word for. Inline only: nothing here is compiled on its own.

/// Asks for the cache line at an address ahead of its use. Only a hint: harmless for any address whatever.
static inline void fetch_ahead(const void *address) {
  __builtin_prefetch(address);
}
