# Sourced by the scripts in bin/ when this is the configuration directory. What the caller has set wins.

# Where all daemons of the laptop keep their data. core-site.xml has the same default.
UNDERBASE_DATA_DIR=${UNDERBASE_DATA_DIR:-$HOME/.underbase}
