// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.world;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The API writes nothing before the world is made: a new row would take the number of one that the world brings. */
@Component
class WritesWait implements HandlerInterceptor, WebMvcConfigurer {

    private final World world;

    WritesWait(World world) {
        this.world = world;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).addPathPatterns("/api/**");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (world.percent() < 100 && !HttpMethod.GET.matches(request.getMethod())) {
            throw new ResponseStatusException(
                    HttpStatus.SERVICE_UNAVAILABLE, "The world is being made. Try again when it is there.");
        }
        return true;
    }
}
