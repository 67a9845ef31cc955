// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No server outlives its JVM, and racing JVMs share one download. */
class NoOrphanIT {
    private interface End {
        void of(Process jvm) throws IOException;
    }

    @Test
    void endsWhenTheJvmIsKilled() throws IOException {
        serverIsGoneAfter(Process::destroyForcibly);
    }

    @Test
    void endsWhenTheJvmIsTerminated() throws IOException {
        serverIsGoneAfter(Process::destroy);
    }

    @Tag("exhaustive") // the same hooks run as when the JVM is terminated
    @Test
    void endsWhenTheJvmIsDone() throws IOException {
        serverIsGoneAfter(jvm -> jvm.getOutputStream().close());
    }

    private static void serverIsGoneAfter(End end) throws IOException {
        ChildJvm child = ChildJvm.start();
        List<String> server = child.server();
        long pid = Long.parseLong(server.get(0));
        Path folder = Path.of(server.get(1));
        assertThat(runs(pid)).isTrue();
        assertThat(folder).isDirectoryContaining("glob:**/data");
        end.of(child.process());
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !runs(pid) && !Files.exists(folder));
    }

    /** In a container whose first process reaps nobody, an ended process keeps its id, but has no command. */
    private static boolean runs(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .isPresent();
    }

    @Tag("exhaustive") // the JVMs of the tests do this where nothing is kept
    @Test
    void racingProcessesFillOneCacheAndMyRocksAnswers(@TempDir Path cache) throws Exception {
        String property = "-D" + BinaryCache.PROPERTY + "=" + cache;
        List<ChildJvm> children = List.of(ChildJvm.start(property, "rocksdb"), ChildJvm.start(property, "rocksdb"));
        for (ChildJvm child : children) {
            assertThat(child.server().get(2)).isEqualTo("0\t2\t1\tone");
        }
        for (ChildJvm child : children) {
            child.process().getOutputStream().close();
            assertThat(child.process().waitFor()).isZero();
        }
        assertThat(cache).isDirectoryNotContaining("glob:**partial*");
    }
}
