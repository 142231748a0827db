#!/bin/bash
# A real S3 service for the conformance tests: one Ceph monitor, one in-memory OSD and one RADOS Gateway on loopback.
#   scripts/ceph.sh start DIR PORT    prints the endpoint and its keys as JSON once it answers
#   scripts/ceph.sh pause DIR         stops the gateway, so that nothing answers at the endpoint; the files stay
#   scripts/ceph.sh resume DIR PORT   starts it again
#   scripts/ceph.sh stop DIR
set -euo pipefail

usage() {
  echo "usage: ceph.sh start DIR PORT | pause DIR | resume DIR PORT | stop DIR" >&2
  exit 2
}

# Waits until the command given succeeds.
until_ok() {
  for _ in $(seq 120); do
    "$@" >/dev/null 2>&1 && return
    sleep 0.5
  done
  echo "ceph.sh: gave up waiting for: $*" >&2
  return 1
}

alive() { kill -0 "$1" 2>/dev/null; }

# Ends a daemon, after some seconds by force.
end() {
  local pid
  [ -f "$DIR/$1.pid" ] || return 0
  pid=$(cat "$DIR/$1.pid")
  kill "$pid" 2>/dev/null || true
  for _ in $(seq 6); do alive "$pid" && sleep 0.5; done
  alive "$pid" && kill -9 "$pid" 2>/dev/null
  rm -f "$DIR/$1.pid"
}

stop() {
  local name
  for name in rgw osd mon; do end "$name"; done
  rm -rf "$DIR"
}

write_config() {
  cat >"$CONF" <<CONF
[global]
fsid = $FSID
mon_host = [v2:127.0.0.1:$MON_PORT]
mon_initial_members = a
mon_data = $DIR/mon
mon_data_avail_warn = 1
mon_data_avail_crit = 1
mon_max_pg_per_osd = 1000
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv6 = false
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
auth_allow_insecure_global_id_reclaim = false
keyring = $DIR/keyring
osd_data = $DIR/osd
osd_objectstore = memstore
memstore_device_bytes = 2147483648
osd_crush_chooseleaf_type = 0
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
rgw_data = $DIR/rgw
rgw_frontends = beast endpoint=127.0.0.1:$PORT
run_dir = $DIR/run
admin_socket = $DIR/run/\$name.asok
log_file = $DIR/\$name.log
CONF
}

make_keys() {
  ceph-authtool --create-keyring "$DIR/keyring" --gen-key -n mon. --cap mon 'allow *'
  ceph-authtool "$DIR/keyring" --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
  ceph-authtool "$DIR/keyring" --gen-key -n osd.0 --cap mon 'allow profile osd' --cap osd 'allow *' --cap mgr 'allow profile osd'
}

# Starts a daemon in the background and remembers its process.
daemon() {
  local name=$1
  shift
  "$@" -f >"$DIR/$name.out" 2>&1 </dev/null &
  echo $! >"$DIR/$name.pid"
}

start_gateway() {
  daemon rgw radosgw -c "$CONF" -n client.admin
  until_ok curl -fs "http://127.0.0.1:$PORT/"
}

osd_is_up() { ceph -c "$CONF" osd stat | grep -q '1 up'; }

start() {
  rm -rf "$DIR"
  mkdir -p "$DIR"/{mon,osd,rgw,run}
  write_config
  make_keys >/dev/null
  monmaptool --create --clobber --fsid "$FSID" --addv a "[v2:127.0.0.1:$MON_PORT]" "$DIR/monmap" >/dev/null
  ceph-mon -c "$CONF" -i a --mkfs --monmap "$DIR/monmap" --keyring "$DIR/keyring"
  daemon mon ceph-mon -c "$CONF" -i a
  until_ok ceph -c "$CONF" --connect-timeout 2 -s
  local osd
  osd=$(cat /proc/sys/kernel/random/uuid)
  ceph -c "$CONF" osd new "$osd" >/dev/null
  ceph-osd -c "$CONF" -i 0 --mkfs --osd-uuid "$osd" >"$DIR/osd-mkfs.out" 2>&1
  daemon osd ceph-osd -c "$CONF" -i 0
  until_ok osd_is_up
  start_gateway
  radosgw-admin -c "$CONF" user create --uid=tests --display-name=Tests \
    --access-key="$ACCESS" --secret-key="$SECRET" >/dev/null 2>"$DIR/user.out"
  printf '{"endpoint":"http://127.0.0.1:%s","keyId":"%s","key":"%s"}\n' "$PORT" "$ACCESS" "$SECRET"
}

[ $# -ge 2 ] || usage
DIR=$2
case $1 in
  stop) stop ;;
  pause) end rgw ;;
  resume)
    [ $# -eq 3 ] || usage
    PORT=$3
    CONF=$DIR/ceph.conf
    start_gateway
    ;;
  start)
    [ $# -eq 3 ] || usage
    PORT=$3
    MON_PORT=$((PORT + 1))
    CONF=$DIR/ceph.conf
    FSID=$(cat /proc/sys/kernel/random/uuid)
    ACCESS=$(tr -d - </proc/sys/kernel/random/uuid | head -c 20)
    SECRET=$(tr -d - </proc/sys/kernel/random/uuid)
    start
    ;;
  *) usage ;;
esac
