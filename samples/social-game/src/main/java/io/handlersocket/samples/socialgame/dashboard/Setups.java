// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import io.handlersocket.samples.socialgame.world.World;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.stereotype.Component;

/**
 * The reads over each setup. The two that only know JDBC are application contexts of their own: HandlerSocket is not
 * switched off in them call by call, it is not there at all. They start when they are first asked for and end with
 * the application.
 */
@Component
public class Setups implements DisposableBean {

    private final ApplicationContext game;
    private final JdbcConnectionDetails database;
    private final World world;
    private final Map<Setup, AnnotationConfigApplicationContext> contexts = new EnumMap<>(Setup.class);

    Setups(ApplicationContext game, JdbcConnectionDetails database, World world) {
        this.game = game;
        this.database = database;
        this.world = world;
    }

    /** The reads of each setup; takes some seconds when called first. */
    synchronized Map<Setup, Reads> reads() {
        Map<Setup, Reads> reads = new EnumMap<>(Setup.class);
        for (Setup setup : Setup.values()) {
            reads.put(setup, new Reads(services(setup), world.players()));
        }
        return reads;
    }

    /** Returns the services of a setup; takes some seconds when it is first asked for. */
    public synchronized Services services(Setup setup) {
        return Services.of(setup == Setup.HANDLERSOCKET ? game : started(setup));
    }

    private ApplicationContext started(Setup setup) {
        AnnotationConfigApplicationContext there = contexts.get(setup);
        if (there != null) {
            return there;
        }
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        try {
            context.setEnvironment(new Alone(setup.properties(
                    database.getJdbcUrl(),
                    Objects.requireNonNullElse(database.getUsername(), ""),
                    Objects.requireNonNullElse(database.getPassword(), ""))));
            context.register(SetupApplication.class);
            context.refresh();
        } catch (RuntimeException e) {
            context.close();
            throw e;
        }
        contexts.put(setup, context);
        return context;
    }

    @Override
    public synchronized void destroy() {
        contexts.values().forEach(AnnotationConfigApplicationContext::close);
        contexts.clear();
    }

    /** Neither the machine's variables nor the game's properties: a setup is what {@link Setup} says. */
    private static final class Alone extends StandardEnvironment {

        private Alone(Map<String, Object> properties) {
            getPropertySources().forEach(source -> getPropertySources().remove(source.getName()));
            getPropertySources().addFirst(new MapPropertySource("setup", properties));
        }
    }
}
