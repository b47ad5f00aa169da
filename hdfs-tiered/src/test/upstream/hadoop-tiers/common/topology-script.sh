#!/bin/sh
# For Hadoop's TestDatanodeManager, whose tests jar lacks its resources: NAME-7-9 is in the rack /rackID-7.
for host; do
    rest=${host#*-}
    echo "/rackID-${rest%%-*}"
done
