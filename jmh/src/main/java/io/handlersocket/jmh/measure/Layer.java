// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

/** Arms that share a JVM, and the questions asked of them. */
public interface Layer {

    /** Connects, measures, and lets go of everything. */
    LayerResult run(Database db, Pace pace) throws Exception;
}
