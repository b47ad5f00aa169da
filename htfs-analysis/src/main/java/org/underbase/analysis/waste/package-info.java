/** Output of compactions that no request reads. */
package org.underbase.analysis.waste;
