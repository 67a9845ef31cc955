// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import io.handlersocket.hibernate.internal.shadow.ShadowMode;
import io.handlersocket.hibernate.internal.shadow.ShadowSettings;
import java.lang.reflect.Field;
import java.util.Objects;
import org.springframework.context.ApplicationContext;

/**
 * Stops and starts the comparisons of a running application, which has no such switch: two applications differ by more
 * than shadow mode costs, even with equal settings. A stopped application still asks for each read whether it is due.
 */
final class ShadowSwitch {

    private final ShadowMode mode;
    private final Field field;
    private final ShadowSettings on;
    private final ShadowSettings off;

    /** @throws ReflectiveOperationException if shadow mode keeps its settings elsewhere now */
    ShadowSwitch(ApplicationContext application) throws ReflectiveOperationException {
        mode = (ShadowMode)
                Objects.requireNonNull(ShadowRoute.loads(application).shadow(), "shadow mode is off");
        field = ShadowMode.class.getDeclaredField("settings");
        field.setAccessible(true);
        on = (ShadowSettings) field.get(mode);
        off = new ShadowSettings(0, on.maxRate(), on.onDifference(), on.dataSource());
    }

    void start() throws IllegalAccessException {
        field.set(mode, on);
    }

    void stop() throws IllegalAccessException {
        field.set(mode, off);
    }
}
