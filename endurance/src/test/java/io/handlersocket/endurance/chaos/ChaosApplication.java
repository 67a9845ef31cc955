// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application under test, as a user would write it. {@link ChaosChild} runs it. */
@SpringBootApplication
public class ChaosApplication {}
