# Sourced by the scripts in bin/ of the image. What the compose file sets wins.
UNDERBASE_DATA_DIR=${UNDERBASE_DATA_DIR:-/data}
