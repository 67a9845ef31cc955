// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left of an application that the developer tools restart. */
@Tag("exhaustive")
class ClassLoaderLeakIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    /** In a JVM of its own, which drops at once what is only softly held, as a full one would. */
    @Test
    @Timeout(120)
    void leavesNothingBehindWhenTheApplicationEnds() throws Exception {
        PlayerApplication.createTable(server);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:SoftRefLRUPolicyMSPerMB=0",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Restarts.class.getName(),
                        server.getJdbcUrl(),
                        server.getUsername(),
                        server.getPassword())
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(output).contains(Restarts.GONE);
        } finally {
            process.destroyForcibly();
        }
    }
}
