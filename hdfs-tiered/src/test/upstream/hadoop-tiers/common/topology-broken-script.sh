#!/bin/sh
# For Hadoop's TestDatanodeManager, whose tests jar lacks its resources: a topology script that fails.
exit 1
