// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.start;

import com.sun.management.OperatingSystemMXBean;
import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.LookupRoute;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.metrics.ApplicationStartup;

/** The application that {@link Starts} starts, in a JVM of its own; it says on standard output how far it is. */
@SpringBootApplication
public class StartedApplication {

    static final String READY = "starts: ready";
    static final String COST = "starts: cost ";
    static final String FAST = "starts: fast";

    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long PAUSE_MILLIS = 5;

    private final AtomicBoolean fast = new AtomicBoolean();

    @Bean
    LookupListener routes() {
        return lookup -> {
            if (lookup.route() == LookupRoute.HANDLERSOCKET) {
                fast.set(true);
            }
        };
    }

    /** Properties come from environment variables, because every user of the machine can read a command line. */
    public static void main(String[] args) throws Exception {
        BeanTimes beans = Boolean.getBoolean("beans") ? new BeanTimes() : null;
        ConfigurableApplicationContext context = new SpringApplicationBuilder(StartedApplication.class)
                .applicationStartup(beans == null ? ApplicationStartup.DEFAULT : beans.startup())
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.jpa.hibernate.ddl-auto=none",
                        "spring.jpa.open-in-view=false",
                        "spring.datasource.connection-fetch=lazy",
                        "spring.main.banner-mode=off",
                        "logging.level.root=warn")
                .run(args);
        System.out.println(READY);
        System.out.println(COST
                + ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount()
                + ' '
                + TimeUnit.NANOSECONDS.toMillis(ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                        .getProcessCpuTime()));
        if (beans != null) {
            beans.print(context, System.err);
        }
        if (context.getEnvironment().getProperty("handlersocket.enabled", Boolean.class, true)) {
            awaitFast(context);
        }
        System.out.println(FAST);
        Runtime.getRuntime().halt(0); // the parent has all it asked for
    }

    private static void awaitFast(ConfigurableApplicationContext context) throws InterruptedException {
        Players players = context.getBean(Players.class);
        AtomicBoolean fast = context.getBean(StartedApplication.class).fast;
        long end = System.nanoTime() + WAIT_NANOS;
        while (!fast.get()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("no lookup went over HandlerSocket");
            }
            players.findById(1);
            Thread.sleep(PAUSE_MILLIS);
        }
    }
}
