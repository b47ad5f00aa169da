/*
 * An emulated slow disk: a FUSE file system with one file, "disk", over a backing file.
 *
 *   slowdisk BACKING STATE MOUNTPOINT
 *
 * One thread serves all requests in their order of arrival, like the one actuator of a disk. The
 * model: an operation that does not start where the last one ended costs a seek; every byte costs
 * 1/bandwidth; a flush costs a constant. A request is answered when its cost has passed, the time
 * of the real I/O included. Put a loop device with direct I/O and a file system on top, so that
 * the page cache lies above the disk as it does above a real one.
 *
 * STATE is a file of one page, shared with whoever watches: 64-bit words in the machine's byte
 * order, see struct state. Parameters may be changed at any time; 0 means that it costs nothing.
 */
#define FUSE_USE_VERSION 31
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MAGIC UINT64_C(0x314b534944574c53) /* the bytes "SLWDISK1", little-endian */
#define VERSION UINT64_C(1)
#define STATE_BYTES 4096
#define NANOS INT64_C(1000000000)

/* A wait may overshoot. A gap of at most this long before the next request is taken for that and
   made up for, so that the mean rate of a busy disk is exact. */
#define MAKE_UP_NANOS INT64_C(3000000)

struct state {
    uint64_t magic;
    uint64_t version;
    /* parameters: written by the watcher */
    uint64_t bandwidth; /* bytes per second */
    uint64_t seek_nanos;
    uint64_t flush_nanos;
    uint64_t reserved[3];
    /* counters: written here, only ever grow */
    uint64_t bytes_read;
    uint64_t bytes_written;
    uint64_t reads;
    uint64_t writes;
    uint64_t flushes;
    uint64_t seeks;
    uint64_t busy_nanos;
};

static const char disk_name[] = "disk";
static int backing;
static volatile struct state *state;
static off_t head;
static int64_t free_at; /* when the actuator has done all it was given */

static int64_t now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * NANOS + t.tv_nsec;
}

/* Gives the actuator work that takes this long. */
static void occupy(int64_t nanos)
{
    int64_t t = now();

    if (free_at < t - MAKE_UP_NANOS)
        free_at = t;
    free_at += nanos;
    state->busy_nanos += nanos;
}

/* Waits until the actuator has done its work. */
static void settle(void)
{
    struct timespec until = {free_at / NANOS, free_at % NANOS};

    while (now() < free_at)
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

/* The cost of moving size bytes at offset. */
static void transfer(size_t size, off_t offset)
{
    uint64_t bandwidth = state->bandwidth;
    int64_t nanos = bandwidth ? (int64_t)((double)size / (double)bandwidth * 1e9) : 0;

    if (offset != head) {
        nanos += (int64_t)state->seek_nanos;
        state->seeks++;
    }
    head = offset + (off_t)size;
    occupy(nanos);
}

static int is_disk(const char *path)
{
    return path[0] == '/' && strcmp(path + 1, disk_name) == 0;
}

static int disk_getattr(const char *path, struct stat *attributes, struct fuse_file_info *file)
{
    (void)file;
    memset(attributes, 0, sizeof *attributes);
    if (strcmp(path, "/") == 0) {
        attributes->st_mode = S_IFDIR | 0755;
        attributes->st_nlink = 2;
        return 0;
    }
    if (!is_disk(path))
        return -ENOENT;
    if (fstat(backing, attributes) != 0)
        return -errno;
    attributes->st_mode = S_IFREG | 0600;
    return 0;
}

static int disk_readdir(const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset,
                        struct fuse_file_info *file, enum fuse_readdir_flags flags)
{
    (void)path, (void)offset, (void)file, (void)flags;
    return fill(buffer, disk_name, NULL, 0, 0) ? -ENOMEM : 0;
}

static int disk_open(const char *path, struct fuse_file_info *file)
{
    if (!is_disk(path))
        return -ENOENT;
    file->direct_io = 1;
    return 0;
}

static int disk_read(const char *path, char *buffer, size_t size, off_t offset,
                     struct fuse_file_info *file)
{
    ssize_t done;
    int error;

    (void)path, (void)file;
    transfer(size, offset);
    done = pread(backing, buffer, size, offset);
    error = errno;
    settle();
    if (done < 0)
        return -error;
    state->reads++;
    state->bytes_read += (uint64_t)done;
    return (int)done;
}

static int disk_write(const char *path, const char *buffer, size_t size, off_t offset,
                      struct fuse_file_info *file)
{
    ssize_t done;
    int error;

    (void)path, (void)file;
    transfer(size, offset);
    done = pwrite(backing, buffer, size, offset);
    error = errno;
    settle();
    if (done < 0)
        return -error;
    state->writes++;
    state->bytes_written += (uint64_t)done;
    return (int)done;
}

static int disk_fsync(const char *path, int data_only, struct fuse_file_info *file)
{
    (void)path, (void)data_only, (void)file;
    occupy((int64_t)state->flush_nanos);
    settle();
    state->flushes++;
    return 0;
}

/* Discards from the file system above free space in the backing file and cost nothing. */
static int disk_fallocate(const char *path, int mode, off_t offset, off_t length,
                          struct fuse_file_info *file)
{
    (void)path, (void)file;
    return fallocate(backing, mode, offset, length) == 0 ? 0 : -errno;
}

static void *disk_init(struct fuse_conn_info *connection, struct fuse_config *config)
{
    connection->max_write = 1 << 20;
    connection->max_readahead = 1 << 20;
    config->attr_timeout = 3600;
    config->entry_timeout = 3600;
    return NULL;
}

static const struct fuse_operations operations = {
    .init = disk_init,
    .getattr = disk_getattr,
    .readdir = disk_readdir,
    .open = disk_open,
    .read = disk_read,
    .write = disk_write,
    .fsync = disk_fsync,
    .fallocate = disk_fallocate,
};

static int fail(const char *what)
{
    fprintf(stderr, "slowdisk: %s: %s\n", what, strerror(errno));
    return 1;
}

int main(int count, char **arguments)
{
    int state_file;
    char *fuse_arguments[] = {arguments[0], "-s", "-f", NULL, NULL};

    if (count != 4) {
        fprintf(stderr, "usage: slowdisk BACKING STATE MOUNTPOINT\n");
        return 2;
    }
    backing = open(arguments[1], O_RDWR);
    if (backing < 0)
        return fail(arguments[1]);
    state_file = open(arguments[2], O_RDWR);
    if (state_file < 0)
        return fail(arguments[2]);
    state = mmap(NULL, STATE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, state_file, 0);
    if (state == MAP_FAILED)
        return fail(arguments[2]);
    if (state->magic != MAGIC || state->version != VERSION) {
        fprintf(stderr, "slowdisk: %s: not a state file of version 1\n", arguments[2]);
        return 1;
    }
    head = -1;
    free_at = now();
    fuse_arguments[3] = arguments[3];
    return fuse_main(4, fuse_arguments, &operations, NULL);
}
