package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks an override of a stock method that changes a replica. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Recorded {}
