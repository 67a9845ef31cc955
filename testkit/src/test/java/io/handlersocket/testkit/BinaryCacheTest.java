// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinaryCacheTest {
    @TempDir
    Path home;

    @Test
    void racingThreadsFillAFolderOnce() throws Exception {
        AtomicInteger fills = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Path>> folders = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                folders.add(threads.submit(() -> {
                    go.await();
                    // Each its own cache, as in two class loaders: only the file lock is common.
                    return new BinaryCache(home).folder("x", folder -> {
                        fills.incrementAndGet();
                        Files.writeString(folder.resolve("content"), "whole");
                    });
                }));
            }
            go.countDown();
            for (Future<Path> folder : folders) {
                assertThat(folder.get().resolve("content")).hasContent("whole");
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(fills).hasValue(1);
    }

    @Test
    void aFailedFillLeavesNothingAndTheNextOneMayTry() throws Exception {
        BinaryCache cache = new BinaryCache(home);
        assertThatThrownBy(() -> cache.folder("x", folder -> {
                    Files.writeString(folder.resolve("content"), "ha");
                    throw new IOException("disk full");
                }))
                .hasMessage("disk full");
        assertThat(home).isDirectoryNotContaining("glob:**/x").isDirectoryNotContaining("glob:**partial*");
        assertThat(cache.folder("x", folder -> Files.writeString(folder.resolve("content"), "whole"))
                        .resolve("content"))
                .hasContent("whole");
    }

    @Test
    void clearsAwayWhatAKilledProcessLeft() throws Exception {
        Files.createDirectories(home.resolve("x.partial-123/usr"));
        new BinaryCache(home).folder("x", folder -> {});
        assertThat(home).isDirectoryNotContaining("glob:**partial*").isDirectoryContaining("glob:**/x");
    }

    @Test
    void followsTheUsersCacheFolder() {
        assertThat(BinaryCache.home(Map.of("XDG_CACHE_HOME", "/var/xdg"), home))
                .isEqualTo(Path.of("/var/xdg/handlersocket-testkit"));
        assertThat(BinaryCache.home(Map.of("XDG_CACHE_HOME", "relative"), home))
                .isEqualTo(home.resolve(".cache/handlersocket-testkit"));
        assertThat(BinaryCache.home(Map.of(), Path.of("/nonexistent")).getParent())
                .isEqualTo(Path.of(System.getProperty("java.io.tmpdir")));
    }
}
