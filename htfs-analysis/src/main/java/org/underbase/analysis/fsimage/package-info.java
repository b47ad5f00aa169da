/** Files of a NameNode's fsimage in XML. */
package org.underbase.analysis.fsimage;
