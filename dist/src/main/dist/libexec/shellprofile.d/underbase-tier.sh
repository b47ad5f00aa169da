# For stock Hadoop 3: makes `hdfs tier ...` work, and puts the jars of the tiers and of the combined log on the class path
# of Hadoop's daemons and tools, which need them once dfs.namenode.plugins, dfs.datanode.fsdataset.factory and their like
# name our classes.
#
# Link this file into shellprofile.d below HADOOP_LIBEXEC_DIR or HADOOP_CONF_DIR; removing the link removes all of it.
# Where it is copied and not linked, set UNDERBASE_HOME in hadoop-env.sh to where Underbase was unpacked.
#
# shellcheck shell=bash

underbase_tier_home=${UNDERBASE_HOME:-$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../..}

hadoop_add_profile underbase_tier

function _underbase_tier_hadoop_classpath
{
  local jar found=''
  for jar in "${underbase_tier_home}"/lib/{hdfs-tiered,tier-policy,hdfs-combinedlog,operator-interface,picocli}-*.jar; do
    if [[ -f "${jar}" ]]; then
      hadoop_add_classpath "${jar}"
      found=yes
    fi
  done
  if [[ -z "${found}" ]]; then
    hadoop_error "WARNING: no jars of Underbase in ${underbase_tier_home}/lib: set UNDERBASE_HOME in hadoop-env.sh"
  fi
}

if ! declare -f hdfs_subcommand_tier >/dev/null 2>/dev/null; then

  if [[ "${HADOOP_SHELL_EXECNAME}" = hdfs ]]; then
    hadoop_add_subcommand "tier" client "show and change on which tiers of DataNodes files have their replicas"
  fi

## @description  tier command for hdfs
## @audience     public
## @stability    evolving
## @replaceable  yes
function hdfs_subcommand_tier
{
  # shellcheck disable=SC2034 # hdfs uses it
  HADOOP_CLASSNAME=org.underbase.tier.cli.TierShell
}

fi
