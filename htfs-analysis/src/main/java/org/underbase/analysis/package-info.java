/** All analyses of a trace at once: {@link org.underbase.analysis.Analysis} is the way in. */
package org.underbase.analysis;
