// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import io.handlersocket.jmh.hibernate.User;
import io.handlersocket.jmh.measure.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** An application as a user would write it. */
@SpringBootApplication(
        // Actuator is on the class path for the page. These arms run without meters and observations.
        excludeName = {
            UserApplication.METRICS + "CompositeMeterRegistryAutoConfiguration",
            UserApplication.METRICS + "MetricsAutoConfiguration",
            UserApplication.METRICS + "export.simple.SimpleMetricsExportAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@EntityScan(basePackageClasses = User.class)
public class UserApplication {

    static final String METRICS = "org.springframework.boot.micrometer.metrics.autoconfigure.";

    /** Hears of every call of the repository, so that none passes by falling back. */
    @Bean
    RouteCount routeCount() {
        return new RouteCount();
    }

    /** Started, with these properties besides the DataSource's. */
    static ConfigurableApplicationContext start(Database db, String... properties) {
        return start(db, "", List.of(properties));
    }

    /** The same with these options of the driver. */
    static ConfigurableApplicationContext start(Database db, String urlOptions, List<String> properties) {
        List<String> all = new ArrayList<>(List.of(
                "spring.datasource.url=" + db.url(urlOptions),
                "spring.datasource.username=" + db.user(),
                "spring.datasource.password=" + db.password(),
                "spring.datasource.hikari.maximum-pool-size=16",
                "spring.jpa.hibernate.ddl-auto=none",
                "spring.jpa.open-in-view=false",
                "spring.main.banner-mode=off",
                "spring.main.log-startup-info=false",
                "logging.level.io.handlersocket=warn"));
        all.addAll(properties);
        Map<String, Object> defaults = all.stream()
                .map(property -> property.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        return new SpringApplicationBuilder(UserApplication.class)
                .web(WebApplicationType.NONE)
                .properties(defaults)
                .run();
    }
}
