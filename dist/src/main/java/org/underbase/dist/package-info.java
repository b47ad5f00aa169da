/**
 * Java side of the launcher: collects the commands of all modules and runs one. It knows the modules by their resource
 * files only.
 */
package org.underbase.dist;
