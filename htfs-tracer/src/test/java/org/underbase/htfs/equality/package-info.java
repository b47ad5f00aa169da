/** Comparison of the stock and the traced client on one cluster: all observable effects are equal. */
package org.underbase.htfs.equality;
