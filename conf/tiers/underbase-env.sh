# Sourced by the scripts in bin/ when this is the configuration directory. What the caller has set wins.

# Where the NameNode and both DataNodes keep their data, pid files (run) and logs (log). core-site.xml has the same
# default.
UNDERBASE_DATA_DIR=${UNDERBASE_DATA_DIR:-$HOME/.underbase-tiers}
