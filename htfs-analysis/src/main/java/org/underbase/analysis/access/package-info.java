/** All accesses to one file, across processes and in the order of time; they are kept on disk if memory does not suffice. */
package org.underbase.analysis.access;
