# Sourced by the scripts in bin/ when this is the configuration directory. What the caller has set wins.

# Where the daemons of this machine keep their data; make it, and give it to the user that runs them.
# core-site.xml has the same default.
UNDERBASE_DATA_DIR=${UNDERBASE_DATA_DIR:-/var/lib/underbase}
