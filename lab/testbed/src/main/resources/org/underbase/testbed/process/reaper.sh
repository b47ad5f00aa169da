#!/bin/sh
# Removes the processes and files of one test cluster. Usage: reaper.sh ID DIRECTORY
#
# Runs concurrently with the JVM that owns the cluster and reads its standard input, a pipe that this JVM holds.
# End of input: the JVM closed the cluster, exited or was killed. The script removes everything.
# The line "detach": the cluster keeps running. The script removes nothing.
#
# DIRECTORY/undo names further resources to remove, one per line, in the order of creation:
#   mount PATH | loop BACKING-FILE | slowdisk MOUNT-POINT STATE-FILE | netns NAME |
#   cgroup PATH | tree PATH
#   (fields end at a tab)
# A line is written before the creation of its resource, so a missing resource is not an error.
# Exit code: 0 everything removed, 1 something could not be removed (DIRECTORY remains, see reaper.log there).
trap '' HUP INT TERM QUIT
id=$1
dir=$2
failed=0

complain() {
  echo "$*" >&2
  failed=1
}

# Pids of the processes whose environment contains the given mark.
marked() {
  grep -lzx "$1=$id" /proc/[0-9]*/environ 2>/dev/null | sed 's,^/proc/\([0-9]*\)/.*,\1,'
}

# A process may be between fork and exec during a search, so two consecutive searches must find nothing.
kill_marked() {
  quiet=0
  tries=0
  while [ "$quiet" -lt 2 ]; do
    pids=$(marked "$1")
    if [ -z "$pids" ]; then
      quiet=$((quiet + 1))
    else
      quiet=0
      kill -9 $pids 2>/dev/null
    fi
    tries=$((tries + 1))
    if [ "$tries" -gt 600 ]; then
      complain "processes that do not die: $pids"
      return
    fi
    sleep 0.05
  done
}

unmount() {
  mountpoint -q "$1" || return 0
  for attempt in 1 2 3 4 5 6 7 8 9 10; do
    umount "$1" 2>/dev/null && return 0
    # Processes that the owner started while it exited.
    kill_marked UNDERBASE_TESTBED
    sleep 0.2
  done
  umount "$1" || complain "cannot unmount $1"
}

loops() {
  losetup -n -O NAME -j "$1" 2>/dev/null
}

# A loop device is removed when its last user closes it, possibly a moment later.
detach_loops() {
  for attempt in 1 2 3 4 5 6 7 8 9 10; do
    devices=$(loops "$1")
    [ -z "$devices" ] && return 0
    for device in $devices; do
      losetup -d "$device" 2>/dev/null
    done
    sleep 0.2
  done
  [ -z "$(loops "$1")" ] || complain "cannot detach the loop device of $1"
}

# A control group is in use until its last process, which was killed, has exited.
remove_cgroup() {
  for attempt in 1 2 3 4 5 6 7 8 9 10; do
    [ -e "$1" ] || return 0
    rmdir "$1" 2>/dev/null && return 0
    sleep 0.2
  done
  rmdir "$1" || complain "cannot remove control group $1"
}

undo() {
  case $1 in
    mount) unmount "$2" ;;
    loop) detach_loops "$2" ;;
    slowdisk) unmount "$2" ;;
    netns)
      [ -e "/run/netns/$2" ] && { ip netns delete "$2" || complain "cannot delete network namespace $2"; }
      rm -rf "/etc/netns/$2"
      rmdir /etc/netns 2>/dev/null
      ;;
    cgroup) remove_cgroup "$2" ;;
    tree) rm -rf -- "$2" || complain "cannot remove $2" ;;
    *) complain "cannot undo: $*" ;;
  esac
}

while read -r line; do
  [ "$line" = detach ] && exit 0
done

cd / || exit 1
kill_marked UNDERBASE_TESTBED

if [ -s "$dir/undo" ]; then
  # No delays from now on: dirty pages must not be written at the speed of the emulated disk.
  # The three parameters are the 64-bit words 2 to 4 of the state file, see slowdisk.c.
  tab=$(printf '\t')
  while IFS=$tab read -r kind path state; do
    if [ "$kind" = slowdisk ] && [ -f "$state" ]; then
      dd if=/dev/zero of="$state" bs=8 seek=2 count=3 conv=notrunc 2>/dev/null
    fi
  done <"$dir/undo"
  # No file in the directory may be open while mounts in it are removed: read the list first.
  list=$(sed '1!G;h;$!d' "$dir/undo")
  while IFS=$tab read -r kind path state; do
    undo "$kind" "$path" "$state"
  done <<END
$list
END
fi
# The processes of disks last: their file systems are unmounted.
kill_marked UNDERBASE_TESTBED_DISK

if [ "$failed" = 0 ]; then
  rm -rf "$dir" || exit 1
fi
exit "$failed"
