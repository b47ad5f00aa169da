/** Load of the NameNode. */
package org.underbase.analysis.metadata;
