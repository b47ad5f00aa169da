"""Prints the hits of a policy, and its processor time in nanoseconds: FILE REQUESTS POLICY PAGES."""
import sys
import time

import libcachesim

path, requests, policy, pages = sys.argv[1:]
reader = libcachesim.TraceReader(path, libcachesim.TraceType.ORACLE_GENERAL_TRACE)
cache = getattr(libcachesim, policy)(cache_size=int(pages))
start = time.process_time_ns()
misses, _ = cache.process_trace(reader)
print(round((1 - misses) * int(requests)), time.process_time_ns() - start)
