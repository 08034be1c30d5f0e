/// Whether two numbers agree to a relative tolerance (absolute around zero).
package func close(_ a: Double, _ b: Double, _ tolerance: Double = 1e-12) -> Bool {
  abs(a - b) <= tolerance * max(1, abs(a), abs(b)) || a == b
}
