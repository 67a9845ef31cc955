// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.served;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/** Measures each request of the API, and says in headers of the answer how it was served. */
@ControllerAdvice
class ServedHeaders implements HandlerInterceptor, WebMvcConfigurer, ResponseBodyAdvice<Object> {

    private static final String METER = ServedHeaders.class.getName() + ".meter";

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).addPathPatterns("/api/**");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        request.setAttribute(METER, Meter.begin(request.getRequestURI()));
        return true;
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        if (request.getAttribute(METER) instanceof Meter meter) {
            meter.end();
        }
    }

    @Override
    public boolean supports(MethodParameter returnType, Class<? extends HttpMessageConverter<?>> converterType) {
        return true;
    }

    @Override
    public @Nullable Object beforeBodyWrite(
            @Nullable Object body,
            MethodParameter returnType,
            MediaType selectedContentType,
            Class<? extends HttpMessageConverter<?>> selectedConverterType,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        if (request instanceof ServletServerHttpRequest servlet
                && servlet.getServletRequest().getAttribute(METER) instanceof Meter meter) {
            Serving serving = meter.serving();
            response.getHeaders().set("Lookup-Route", serving.route().name());
            response.getHeaders().set("Lookup-Micros", Long.toString(serving.micros()));
            response.getHeaders().set("Lookup-Count", Integer.toString(serving.lookups()));
            response.getHeaders().set("Sql-Commands", Integer.toString(serving.sqlCommands()));
            response.getHeaders().set("Sql-Round-Trips", Integer.toString(serving.sqlRoundTrips()));
        }
        return body;
    }
}
