// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a process holds, as the kernel and its JVM say.
 *
 * @param established TCP sockets
 * @param closeWait TCP sockets in CLOSE_WAIT: the other end is closed, this end is not
 * @param threads live threads; 0: not a JVM of ours
 * @param heapBytes after a collection
 * @param directBytes direct buffers
 */
record Footprint(String process, int established, int closeWait, int threads, long heapBytes, long directBytes) {

    private static final String ESTABLISHED = "01";
    private static final String CLOSE_WAIT = "08";
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final long MEGABYTE = 1024 * 1024;

    /** Threads that come and go with the load. */
    private static final int MORE_THREADS = 6;

    /** Direct connections and those of the pool that come and go with the load. */
    private static final int MORE_SOCKETS = 16;

    static Footprint of(Child child) throws IOException {
        child.ask("gc");
        Status status = child.status();
        Map<String, Integer> sockets = sockets(child.pid());
        return new Footprint(
                child.toString(),
                sockets.getOrDefault(ESTABLISHED, 0),
                sockets.getOrDefault(CLOSE_WAIT, 0),
                status.threads(),
                status.heapBytes(),
                status.directBytes());
    }

    /** Of a process that is not a JVM of ours. */
    static Footprint ofProcess(String name, long pid) throws IOException {
        Map<String, Integer> sockets = sockets(pid);
        return new Footprint(name, sockets.getOrDefault(ESTABLISHED, 0), sockets.getOrDefault(CLOSE_WAIT, 0), 0, 0, 0);
    }

    /** The least of each: what comes and goes is not always there. */
    Footprint least(Footprint other) {
        return new Footprint(
                process,
                Math.min(established, other.established),
                Math.min(closeWait, other.closeWait),
                Math.min(threads, other.threads),
                Math.min(heapBytes, other.heapBytes),
                Math.min(directBytes, other.directBytes));
    }

    /** What grew since {@code before}. */
    List<String> growthSince(Footprint before) {
        List<String> growth = new ArrayList<>();
        more(growth, "sockets", before.established, established, before.established + MORE_SOCKETS);
        more(growth, "sockets in CLOSE_WAIT", before.closeWait, closeWait, 0);
        more(growth, "threads", before.threads, threads, before.threads + MORE_THREADS);
        more(growth, "bytes of heap", before.heapBytes, heapBytes, before.heapBytes * 5 / 4 + 8 * MEGABYTE);
        more(growth, "direct bytes", before.directBytes, directBytes, before.directBytes * 5 / 4 + 4 * MEGABYTE);
        return growth;
    }

    private void more(List<String> growth, String what, long before, long now, long limit) {
        if (now > limit) {
            growth.add(process + ": " + now + " " + what + ", before " + before);
        }
    }

    /** Number of TCP sockets of a process, by state. */
    private static Map<String, Integer> sockets(long pid) throws IOException {
        Map<String, String> states = new HashMap<>();
        for (String table : List.of("tcp", "tcp6")) {
            Path file = Path.of("/proc/" + pid + "/net/" + table);
            if (Files.exists(file)) {
                Files.readAllLines(file).stream().skip(1).forEach(line -> {
                    String[] fields = line.strip().split("\\s+", -1);
                    states.put("socket:[" + fields[INODE] + "]", fields[STATE]);
                });
            }
        }
        Map<String, Integer> counts = new HashMap<>();
        try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            for (Path file : files.toList()) {
                String state = states.get(target(file));
                if (state != null) {
                    counts.merge(state, 1, Integer::sum);
                }
            }
        }
        return counts;
    }

    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }
}
