// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;

/** The README's command that runs the sample, but for the world, which is small and not kept. */
@ExtendWith(OutputCaptureExtension.class)
class DevelopmentApplicationIT {

    @Test
    void startsWithItsDatabaseAndSaysWhereThePageIs(CapturedOutput output) {
        SpringApplication.Running running = TestSocialGameApplication.start(
                GameDatabase.class, "--server.port=0", "--game.players=100", "--game.warm-up=1s");
        try (ConfigurableApplicationContext context = running.getApplicationContext()) {
            String port = context.getEnvironment().getProperty("local.server.port");
            assertThat(output.getOut().indexOf("Warm after"))
                    .isPositive()
                    .isLessThan(output.getOut().indexOf("page: "));
            assertThat(output).contains("page: http://localhost:" + port + "/", "database: jdbc:mariadb://127.0.0.1:");
            assertThat(context.getEnvironment().getProperty("game.operations.enabled"))
                    .isEqualTo("true");
            String page = RestClient.create("http://localhost:" + port)
                    .get()
                    .uri("/dashboard")
                    .retrieve()
                    .body(String.class);
            assertThat(page)
                    .as("what needs a cluster is not offered")
                    .contains("data-operation=\"drain\"")
                    .doesNotContain("data-operation=\"kill\"");
        }
    }
}
