/** The Java agent: its options, which methods of which JDK it hooks, and what is woven in there. */
package org.underbase.exalt.agent;
