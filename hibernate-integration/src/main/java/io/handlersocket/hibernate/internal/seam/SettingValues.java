// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.client.DrainLock;
import io.handlersocket.client.ServerLock;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.HandlerSocketSettings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads the values of settings, and refuses those that it does not know. */
final class SettingValues {

    private SettingValues() {}

    /** Returns the constant that a setting names; the first one if the setting is absent. */
    static <E extends Enum<E>> E choice(Map<String, Object> settings, String key, Class<E> type) {
        Object setting = settings.get(key);
        String text = setting == null ? "" : setting.toString().trim();
        List<String> names = Stream.of(type.getEnumConstants())
                .map(one -> one.name().toLowerCase(Locale.ROOT))
                .toList();
        int named = text.isEmpty() ? 0 : names.indexOf(text.toLowerCase(Locale.ROOT));
        if (named < 0) {
            String last = ", " + names.get(names.size() - 1);
            throw new IllegalArgumentException(key + ": " + setting + " (expected "
                    + String.join(", ", names).replace(last, last.replace(",", " or")) + ')');
        }
        return type.getEnumConstants()[named];
    }

    static @Nullable Supplier<? extends ServerLock> drain(@Nullable Object setting) {
        if (setting instanceof DataSource dataSource) {
            return () -> DrainLock.acquire(dataSource);
        }
        if (setting instanceof Supplier<?> lock) {
            return () -> (ServerLock) lock.get();
        }
        if (setting != null) {
            throw new IllegalArgumentException(
                    unexpected(HandlerSocketSettings.DRAIN, setting, "a DataSource or a Supplier of a ServerLock"));
        }
        return null;
    }

    static FallbackLimit fallback(@Nullable Object setting) {
        if (setting == null) {
            return FallbackLimit.NONE;
        }
        if (setting instanceof FallbackLimit limit) {
            return limit;
        }
        throw new IllegalArgumentException(unexpected(HandlerSocketSettings.FALLBACK, setting, "a FallbackLimit"));
    }

    static @Nullable IntSupplier idleConnections(@Nullable Object setting) {
        if (setting == null || setting instanceof IntSupplier) {
            return (IntSupplier) setting;
        }
        throw new IllegalArgumentException(
                unexpected(HandlerSocketSettings.IDLE_CONNECTIONS, setting, "an IntSupplier"));
    }

    static String unexpected(String setting, Object value, String expected) {
        return setting + ": " + value.getClass().getName() + " (expected " + expected + ")";
    }
}
