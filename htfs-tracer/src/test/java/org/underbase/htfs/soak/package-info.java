/** Soak of many short-lived threads and processes whose traces are on failing disks. */
package org.underbase.htfs.soak;
