// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.growth;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row with a text. */
@Entity
@Table(name = "growth_0")
class Words {

    @Id
    private int id;

    private String words = "";

    void check(int expected) {
        if (id != expected) {
            throw new AssertionError("row " + id + " instead of " + expected);
        }
        check(expected, words);
    }

    /** Fails if this is no text of that row. */
    static void check(int expected, Object words) {
        if (!words.toString().startsWith(expected + " ")) {
            throw new AssertionError("not the text of row " + expected);
        }
    }
}
