// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.jdbc;

/**
 * What is proven about how the driver converts the values of a pool's connections.
 *
 * @param plain whether no option of the URL changes dates, times and CHAR
 * @param text whether prepared statements use the text protocol: the binary one returns FLOAT with more digits
 */
public record DriverValues(boolean plain, boolean text) {

    /** Nothing is proven. */
    public static final DriverValues UNKNOWN = new DriverValues(false, false);

    /** Returns what is proven about both; this instance if nothing is lost. */
    public DriverValues and(DriverValues other) {
        boolean same = (!plain || other.plain) && (!text || other.text);
        return same ? this : new DriverValues(plain && other.plain, text && other.text);
    }
}
