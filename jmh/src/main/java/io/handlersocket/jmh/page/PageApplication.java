// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.page;

import io.handlersocket.jmh.measure.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An application with actuator, so that Micrometer's meters and observations are on. */
@SpringBootApplication
public class PageApplication {

    /** Starts the application with these options of the driver, and these properties besides the DataSource's. */
    static ConfigurableApplicationContext start(Database db, String urlOptions, List<String> properties) {
        List<String> all = new ArrayList<>(List.of(
                "spring.datasource.url=" + db.url(urlOptions),
                "spring.datasource.username=" + db.user(),
                "spring.datasource.password=" + db.password(),
                "spring.datasource.hikari.maximum-pool-size=16",
                "spring.jpa.hibernate.ddl-auto=none",
                "spring.jpa.open-in-view=false",
                "spring.jpa.properties.hibernate.default_batch_fetch_size=16",
                "spring.main.banner-mode=off",
                "spring.main.log-startup-info=false",
                "logging.level.io.handlersocket=warn"));
        all.addAll(properties);
        Map<String, Object> defaults = all.stream()
                .map(property -> property.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        return new SpringApplicationBuilder(PageApplication.class)
                .web(WebApplicationType.NONE)
                .properties(defaults)
                .run();
    }
}
