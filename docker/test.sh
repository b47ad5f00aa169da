#!/bin/bash
# Builds the image, runs the compose cluster, uses it as a user would, and removes everything again.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

help() {
    cat <<'END'
usage: docker/test.sh [--keep]

Builds the image from dist/target/underbase (./underbase build makes it), starts
the cluster of docker-compose.yml under a name and ports of its own, waits until
every health check passes, writes and reads through HDFS and HBase, fetches the
web pages, looks at users, memory and traces, restarts the NameNode, and removes
containers, volumes, network and image.

  --keep  leave the cluster running, and say how to remove it
  --help  this text

Environment:
  DOCKER_HOST   the daemon to use (default: the local one)
  BASE_IMAGE    the image to build on (default: eclipse-temurin:17-jre)

Exit codes: 0 passed, 1 failed, 2 wrong usage, 77 cannot be tried here (no
Docker daemon, no compose, no base image): the last line says what is missing.
END
}

keep=''
case ${1:-} in
    '') ;;
    --keep) keep=yes ;;
    -h | --help) help; exit 0 ;;
    *) printf 'docker/test.sh: unknown option %s (see docker/test.sh --help)\n' "$1" >&2; exit 2 ;;
esac

started=$SECONDS
ok() { printf 'ok   [%3d s] %s\n' "$((SECONDS - started))" "$*"; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
impossible() { printf 'skipped: %s\n' "$*"; exit 77; }

# ---------------------------------------------------------------- what is needed

BASE_IMAGE=${BASE_IMAGE:-eclipse-temurin:17-jre}
export BASE_IMAGE
command -v docker >/dev/null || impossible 'no docker command'
docker info >/dev/null 2>&1 || impossible "no Docker daemon answers at ${DOCKER_HOST:-the default socket}"
if docker compose version >/dev/null 2>&1; then
    compose=(docker compose)
elif command -v docker-compose >/dev/null; then
    compose=(docker-compose)
else
    impossible 'neither docker compose nor docker-compose is installed'
fi
docker image inspect "$BASE_IMAGE" >/dev/null 2>&1 || docker pull --quiet "$BASE_IMAGE" >/dev/null 2>&1 ||
    impossible "the base image $BASE_IMAGE is not on this daemon and cannot be pulled"
[ -f "$root/dist/target/underbase/lib.classpath" ] || fail 'nothing in dist/target/underbase: run ./underbase build'

# ---------------------------------------------------------------- the cluster, and its end

project=underbase-test-$$
export UNDERBASE_IMAGE=$project:latest
# The daemon chooses free ports.
export UNDERBASE_NAMENODE_PORT=0 UNDERBASE_MASTER_PORT=0
compose+=(--project-name "$project" --file "$root/docker/docker-compose.yml")
log=$(mktemp)

remove() {
    "${compose[@]}" down --volumes --timeout 10 >>"$log" 2>&1 || true
    docker image rm --force "$UNDERBASE_IMAGE" >>"$log" 2>&1 || true
    rm -f "$log"
}

finish() {
    status=$?
    if [ $status != 0 ]; then
        tail -n 15 "$log" >&2
        for container in $(docker ps --all --quiet --filter "label=com.docker.compose.project=$project"); do
            printf '== %s\n' "$(docker inspect --format '{{.Name}} {{.State.Status}} {{if .State.Health}}{{.State.Health.Status}}{{end}}' "$container")" >&2
            docker logs --tail 15 "$container" >&2 2>&1 || true
        done
    fi
    if [ -n "$keep" ]; then
        printf 'left running; remove it with: %s down --volumes; docker image rm %s\n' "${compose[*]}" "$UNDERBASE_IMAGE"
        rm -f "$log"
    else
        remove
    fi
    exit $status
}
trap finish EXIT
trap 'exit 130' INT TERM

# Runs a command in the container of a service.
in_service() {
    service=$1
    shift
    "${compose[@]}" exec -T "$service" "$@" </dev/null
}

containers() { "${compose[@]}" ps --quiet; }

health_of() { docker inspect --format '{{if .State.Health}}{{.State.Health.Status}}{{else}}no health check{{end}}' "$1"; }

# Waits until the health check of every container passes.
await_health() {
    deadline=$((SECONDS + 300))
    for container in $(containers); do
        until [ "$(health_of "$container")" = healthy ]; do
            [ "$(docker inspect --format '{{.State.Running}}' "$container")" = true ] ||
                fail "$(docker inspect --format '{{.Name}}' "$container") has ended"
            [ $SECONDS -lt $deadline ] ||
                fail "$(docker inspect --format '{{.Name}}' "$container") is $(health_of "$container") after 300 s"
            sleep 1
        done
    done
}

# Fetches pages as a browser on the daemon's host would, by the published ports. Reads lines "PORT PATH", prints
# "STATUS LENGTH PORT PATH" for each, and with the first argument "body" the page itself instead.
fetch() {
    docker run --rm --interactive --network host --entrypoint bash "$UNDERBASE_IMAGE" -c '
        cr=$(printf "\r")
        while read -r port path; do
            exec 3<>"/dev/tcp/127.0.0.1/$port" || exit 1
            printf "GET %s HTTP/1.0\r\nHost: localhost:%s\r\n\r\n" "$path" "$port" >&3
            IFS=" " read -r _ status _ <&3
            while IFS= read -r header <&3 && [ "$header" != "$cr" ]; do :; done
            if [ "$1" = body ]; then cat <&3; else echo "$status $(wc -c <&3) $port $path"; fi
            exec 3>&-
        done' fetch "$1"
}

published() {
    address=$("${compose[@]}" port "$1" "$2")
    [ -n "$address" ] || fail "port $2 of $1 is not published"
    printf '%s\n' "${address##*:}"
}

# ---------------------------------------------------------------- what is tried

printf 'docker %s, compose %s, base image %s\n' "$(docker version --format '{{.Server.Version}}')" \
    "$("${compose[@]}" version --short 2>/dev/null || true)" "$BASE_IMAGE"

"${compose[@]}" build >>"$log" 2>&1 || fail 'the image does not build'
ok "image built: $(($(docker image inspect --format '{{.Size}}' "$UNDERBASE_IMAGE") / 1000000)) MB, $(($(docker image inspect --format '{{.Size}}' "$BASE_IMAGE") / 1000000)) MB of it the base image"

"${compose[@]}" up --detach >>"$log" 2>&1 || fail 'the cluster does not start'
await_health
count=$(containers | wc -l)
ok "$count containers up, all health checks pass"

for container in $(containers); do
    uid=$(docker exec "$container" id -u)
    [ "$uid" != 0 ] || fail "$(docker inspect --format '{{.Name}}' "$container") runs as root"
    # Docker itself is seen for a moment, while it enters the container for a health check.
    docker top "$container" -o uid,pid,comm | awk 'NR > 1 && $1 == 0 && $3 !~ /^runc/ { exit 1 }' ||
        fail "$(docker inspect --format '{{.Name}}' "$container") has a process of root"
    [ "$(docker inspect --format '{{.HostConfig.Memory}}' "$container")" != 0 ] ||
        fail "$(docker inspect --format '{{.Name}}' "$container") has no memory limit"
done
ok 'no container runs as root, each has a memory limit'

in_service hbase-master underbase check || fail 'underbase check'
ok 'a file in HDFS and a table in HBase, written and read back; tracer attached'

text="written by docker/test.sh $project"
in_service datanode1 sh -c "echo '$text' | hdfs dfs -put - /kept" || fail 'hdfs dfs -put'
[ "$(in_service datanode2 hdfs dfs -cat /kept)" = "$text" ] || fail 'hdfs dfs -cat of what was put'
hosts=$(in_service namenode hdfs fsck /kept -files -blocks -locations | grep -o 'DatanodeInfoWithStorage' | wc -l)
[ "$hosts" = 3 ] || fail "/kept has $hosts replicas, wanted 3"
ok 'hdfs dfs -put on worker1, -cat on worker2, 3 replicas'

namenode=$(published namenode 9870)
master=$(published hbase-master 16010)
page=$(echo "$namenode /dfshealth.html" | fetch body)
resources=$(grep -oE '(src|href)="[^"#:]+\.(js|css|ico)"' <<<"$page" | sed -e 's/.*="//' -e 's/"$//' | sort -u)
[ "$(wc -l <<<"$resources")" -ge 5 ] || fail "dfshealth.html names fewer than 5 scripts and style sheets: $resources"
answers=$({
    printf '%s /%s\n' "$namenode" dfshealth.html "$namenode" explorer.html
    while read -r resource; do printf '%s /%s\n' "$namenode" "${resource#/}"; done <<<"$resources"
    printf '%s %s\n' "$master" /master-status "$master" /static/css/hbase.css "$master" /static/js/jquery.min.js
} | fetch status)
if grep -v '^200 ' <<<"$answers" | grep .; then fail 'a web page or a resource of one does not answer 200'; fi
if awk '$2 < 100' <<<"$answers" | grep .; then fail 'a web page or a resource of one is empty'; fi
ok "$(wc -l <<<"$answers") web pages, scripts and style sheets of NameNode and HBase Master, all 200"

stat=$(in_service hbase-master underbase trace stat /trace) || fail 'underbase trace stat'
sed -n 1,12p <<<"$stat"
"${compose[@]}" restart namenode >>"$log" 2>&1 || fail 'restart of the namenode'
await_health
[ "$(in_service datanode3 hdfs dfs -cat /kept)" = "$text" ] || fail '/kept after a restart of the NameNode'
ok 'NameNode restarted on its volume, the file is there'

# A process that ends as it should closes its trace.
"${compose[@]}" stop regionserver1 regionserver2 regionserver3 hbase-master >>"$log" 2>&1 || fail 'the stop of HBase'
in_service namenode underbase trace verify /trace >>"$log" || fail 'underbase trace verify'
files=$(in_service namenode find /trace -type f | wc -l)
ok "HBase stopped; traces: $files files, readable and whole"

printf 'docker test: passed in %d s\n' "$((SECONDS - started))"
