# Sourced by the scripts in bin/: finds Java and the configuration, and builds the class path.
# The caller has set `home` (where this distribution was unpacked) and `me` (the name to use in messages).
# shellcheck shell=sh
# shellcheck disable=SC2034 # the caller uses the variables

die() {
    printf '%s: %s\n' "$me" "$*" >&2
    exit 1
}

usage_error() {
    printf '%s: %s (see %s --help)\n' "$me" "$*" "$me" >&2
    exit 2
}

# Sets conf, data and log directories. The environment wins over conf/underbase-env.sh, which wins over the defaults.
load_configuration() {
    conf=${UNDERBASE_CONF_DIR:-$home/conf/laptop}
    [ -d "$conf" ] || die "no configuration directory $conf: set UNDERBASE_CONF_DIR or give --conf"
    conf=$(CDPATH='' cd -- "$conf" && pwd)
    [ -f "$conf/core-site.xml" ] || die "no core-site.xml in $conf: set UNDERBASE_CONF_DIR or give --conf"
    if [ -f "$conf/underbase-env.sh" ]; then
        # shellcheck disable=SC1091 # the operator's file
        . "$conf/underbase-env.sh"
    fi
    data=${UNDERBASE_DATA_DIR:-$HOME/.underbase}
    log_dir=${UNDERBASE_LOG_DIR:-$data/log}
    mkdir -p "$data" "$log_dir" 2>/dev/null || die "cannot write to $data or $log_dir: set UNDERBASE_DATA_DIR"
    data=$(CDPATH='' cd -- "$data" && pwd)
    log_dir=$(CDPATH='' cd -- "$log_dir" && pwd)
    # The site files name it: see hadoop.tmp.dir in core-site.xml.
    UNDERBASE_DATA_DIR=$data
    # What is started from here reads the same configuration.
    UNDERBASE_CONF_DIR=$conf
    export UNDERBASE_DATA_DIR UNDERBASE_CONF_DIR
}

find_java() {
    if [ -n "${JAVA_HOME:-}" ]; then
        java=$JAVA_HOME/bin/java
        [ -x "$java" ] || die "no java in JAVA_HOME=$JAVA_HOME"
    else
        java=$(command -v java) || die "no java found: install Java 17 or newer, or set JAVA_HOME"
    fi
}

# Configuration first, then the web pages, then the jars in the order the build resolved them.
build_class_path() {
    class_path=$conf:$home/web
    while IFS= read -r jar; do
        class_path=$class_path:$home/lib/$jar
    done <"$home/lib.classpath"
}

# Options every JVM of Hadoop and HBase needs on Java 17 and newer; java.io is for the journal of BookKeeper that bench
# combinedlog measures.
jvm_options='-XX:+IgnoreUnrecognizedVMOptions
--add-opens=java.base/java.lang=ALL-UNNAMED
--add-opens=java.base/java.lang.reflect=ALL-UNNAMED
--add-opens=java.base/java.nio=ALL-UNNAMED
--add-opens=java.base/java.io=ALL-UNNAMED
--enable-native-access=ALL-UNNAMED
-Djava.net.preferIPv4Stack=true'

# The tools talk on standard output; what the libraries below them log is on standard error, warnings only.
# The name tells the tracer that this is a command, so that it prints nothing, and what to call it in its traces.
# usage: exec_tool NAME HEAP CLASS ARGUMENT...
exec_tool() {
    name=$1
    heap=$2
    shift 2
    # shellcheck disable=SC2086 # options are words
    exec "$java" "-Dproc_$name" $jvm_options -XX:+UseSerialGC "-Xmx${UNDERBASE_HEAP:-$heap}" ${UNDERBASE_JVM_OPTS:-} \
        "-Dlog4j.configuration=file:$home/libexec/tools-log4j.properties" \
        "-Dhadoop.log.dir=$log_dir" "-Dunderbase.log.dir=$log_dir" "-Dunderbase.home=$home" \
        "-Dunderbase.command=$0" \
        -cp "$class_path" "$@"
}
