/** Java agent: its options, the table of hooked JDK methods, and the advice that is woven into them. */
package org.underbase.exalt.agent;
