// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

/**
 * How often faster one arm is than another.
 *
 * @param key the figure's name
 */
public record Question(String key, String arm, String base) {}
