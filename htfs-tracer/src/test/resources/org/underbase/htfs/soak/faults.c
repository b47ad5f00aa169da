/*
 * Library for LD_PRELOAD: writes to files in the directory $UNDERBASE_FAULT_DIRECTORY fail or hang as on a bad disk, after
 * $UNDERBASE_FAULT_AFTER bytes. $UNDERBASE_FAULT is an errno, or 0 to hang.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long written;

/* Returns whether an operation on a descriptor fails; errno is then set. */
static int fails(int fd, size_t bytes) {
    const char *directory = getenv("UNDERBASE_FAULT_DIRECTORY");
    char link[64], path[PATH_MAX + 1];
    if (directory == NULL) {
        return 0;
    }
    int saved = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX);
    errno = saved;
    if (length < 0) {
        return 0;
    }
    path[length] = 0;
    if (strncmp(path, directory, strlen(directory)) != 0
        || atomic_fetch_add(&written, (long)bytes) + (long)bytes <= atol(getenv("UNDERBASE_FAULT_AFTER"))) {
        return 0;
    }
    int error = atoi(getenv("UNDERBASE_FAULT"));
    while (error == 0) {
        pause();
    }
    errno = error;
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *data, size_t size) {
    return fails(fd, size) ? -1 : REAL(write)(fd, data, size);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    return fails(fd, size) ? -1 : REAL(pwrite)(fd, data, size, at);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    return fails(fd, size) ? -1 : REAL(pwrite64)(fd, data, size, at);
}

ssize_t writev(int fd, const struct iovec *vector, int count) {
    size_t size = 0;
    for (int i = 0; i < count; i++) {
        size += vector[i].iov_len;
    }
    return fails(fd, size) ? -1 : REAL(writev)(fd, vector, count);
}

int fsync(int fd) {
    return fails(fd, 1) ? -1 : REAL(fsync)(fd);
}

int fdatasync(int fd) {
    return fails(fd, 1) ? -1 : REAL(fdatasync)(fd);
}
