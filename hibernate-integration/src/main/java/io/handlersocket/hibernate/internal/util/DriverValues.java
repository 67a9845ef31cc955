// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.util;

/**
 * What is proven about the values that a pool's connections send and return.
 *
 * @param plain whether no option of the URL changes dates, times and CHAR
 * @param text whether prepared statements use the text protocol: the binary one returns FLOAT with more digits
 * @param collation the collation of the texts in their statements; empty if unknown, or if they differ
 */
public record DriverValues(boolean plain, boolean text, String collation) {

    public static final DriverValues UNKNOWN = new DriverValues(false, false, "");

    /** Returns what is proven about both; this instance if nothing is lost. */
    public DriverValues and(DriverValues other) {
        boolean sameCollation = collation.equals(other.collation);
        boolean same = (!plain || other.plain) && (!text || other.text) && (collation.isEmpty() || sameCollation);
        return same ? this : new DriverValues(plain && other.plain, text && other.text, sameCollation ? collation : "");
    }

    /** Returns whether all of this is proven there too. */
    public boolean isPartOf(DriverValues other) {
        return equals(and(other));
    }

    /** Returns what is proven about the driver's options only. */
    public DriverValues options() {
        return new DriverValues(plain, text, "");
    }
}
