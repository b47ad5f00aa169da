package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A method of the stock dataset through which a replica changes. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Recorded {}
