/** The same calls on the stock and on the traced client against one cluster: everything a caller can see is equal. */
package org.underbase.htfs.equality;
