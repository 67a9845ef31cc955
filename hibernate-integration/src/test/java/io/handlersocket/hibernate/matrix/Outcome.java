// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

/**
 * What came out of one run of a case, as text. Numbers of statements and connections are not compared: they are what should
 * differ.
 *
 * @param result the action's result, the whole graph
 * @param exception what the action threw, or empty
 * @param state what the persistence context holds of each entity and collection
 * @param dirty what a flush would have written, had nothing been changed
 * @param writes what a flush did write after one attribute of each entity had been changed
 * @param statistics Hibernate's statistics
 */
record Outcome(String result, String exception, String state, String dirty, String writes, String statistics) {

    @Override
    public String toString() {
        return "result: " + result + "\nexception: " + exception + "\nstate: " + state + "\ndirty: " + dirty
                + "\nwrites: " + writes + "\nstatistics: " + statistics;
    }
}
